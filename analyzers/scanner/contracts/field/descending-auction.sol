// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

interface IERC721 {
    function transferFrom(address from, address to, uint256 id) external;
}

contract DescendingAuction {
    IERC721 public immutable nft;
    uint256 public immutable nftId;
    address payable public immutable seller;
    uint256 public immutable startPrice;
    uint256 public immutable startAt;
    uint256 public immutable rate;
    bool public sold;

    constructor(uint256 price, uint256 rate_, IERC721 nft_, uint256 id) {
        seller = payable(msg.sender);
        startPrice = price;
        startAt = block.timestamp;
        rate = rate_;
        nft = nft_;
        nftId = id;
    }

    function price() public view returns (uint256) {
        return startPrice - rate * (block.timestamp - startAt);
    }

    function buy() external payable {
        require(!sold, "sold");
        require(block.timestamp < startAt + 7 days, "over");
        uint256 cost = price();
        require(msg.value >= cost, "too little");
        sold = true;
        nft.transferFrom(seller, msg.sender, nftId);
        uint256 rest = msg.value - cost;
        if (rest > 0) {
            (bool back, ) = msg.sender.call{value: rest}("");
            require(back, "refund failed");
        }
        (bool paid, ) = seller.call{value: address(this).balance}("");
        require(paid, "payment failed");
    }
}
