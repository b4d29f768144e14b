pragma solidity ^0.6.7;

interface IArt {
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

contract ArtMarket {
    uint256 public price;
    address payable public gallery;
    IArt public art;

    event PriceChanged(uint256 price);

    constructor(IArt a) public {
        gallery = msg.sender;
        art = a;
        price = 100;
    }

    function setPrice(uint256 p) external {
        require(msg.sender == gallery, "gallery");
        require(p < 1e30);
        price = p;
        emit PriceChanged(p);
    }

    function buy(uint256 prints, uint256 maxPrice) external {
        require(prints > 0 && prints < 100);
        require(price <= maxPrice && price < 1e30, "price changed");
        require(art.transferFrom(msg.sender, gallery, price * prints), "payment");
    }
}
