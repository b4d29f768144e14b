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
        price = p;
        emit PriceChanged(p);
    }

    function buy(uint256 prints) external { // expect: front-running
        require(prints > 0 && prints < 100 && price < 1e30);
        require(art.transferFrom(msg.sender, gallery, price * prints), "payment");
    }
}
